package dev.orderchain.payment;

/** What an authorisation is asked for: the same key may not come with others. */
record Terms(long amountCents, String currency, Token token) {}
