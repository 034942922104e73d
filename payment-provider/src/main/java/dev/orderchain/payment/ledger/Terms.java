package dev.orderchain.payment.ledger;

/** What an authorisation is asked for: the same key may not come with others. */
public record Terms(long amountCents, String currency, Token token) {}
