/**
 * Products and their pieces. Every change is one conditional update whose row count says whether it
 * took place; it joins the transaction of whoever decides. Uses the package database.
 */
package dev.orderchain.order.stock;
