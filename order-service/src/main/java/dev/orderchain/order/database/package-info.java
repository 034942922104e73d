/**
 * The order database, as the rest of the service has to reckon with it: its schema, which this
 * service brings up to date when it starts or as soon as the database is there, what a failure says
 * of it, and the one loop in which a transaction is made again until its outcome is known. Until
 * the schema is there, requests are refused with nothing written and scheduled work is left out. A
 * crash in the middle of a migration leaves what MySQL had committed of it, for a person to repair.
 * Uses the packages deadline and problem.
 */
package dev.orderchain.order.database;
