/**
 * The rules of the house, where a test can keep them: {@link dev.orderchain.rules.HouseRules} for a
 * module, {@link dev.orderchain.rules.Names} for what comments and documents call by name. Uses no
 * other package of the module.
 */
package dev.orderchain.rules;
