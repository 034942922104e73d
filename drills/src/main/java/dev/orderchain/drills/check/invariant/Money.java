package dev.orderchain.drills.check.invariant;

import dev.orderchain.drills.check.fact.Account;
import dev.orderchain.drills.check.fact.Facts;
import dev.orderchain.drills.check.fact.Pair;
import java.time.LocalDateTime;
import java.util.Iterator;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What is wrong between the card orders and the provider's ledger. */
final class Money {
  private Money() {}

  /** What no moment excuses. */
  static Stream<Pair> anyTime(Facts facts, Predicate<Account> offends) {
    return facts.accountsByOrder().filter(offends).map(Account::described);
  }

  /** What is still at work, or waits for a person, is not judged. */
  static Stream<Pair> settled(Facts facts, Predicate<Account> offends) {
    LocalDateTime time = facts.moneySettledBy();
    return anyTime(facts, offends.and(account -> account.isSettled(time)));
  }

  /** Our side has it from the provider, so the provider had it before. */
  static Stream<Pair> known(Facts facts, Predicate<Account> offends) {
    LocalDateTime time = facts.moneySettledBy();
    return anyTime(facts, offends.and(account -> account.isKnown(time)));
  }

  /** One when there is a difference, else none. */
  static Stream<Pair> differenceOfSums(Facts facts) {
    LocalDateTime time = facts.moneySettledBy();
    long taken = 0;
    long due = 0;
    for (Iterator<Account> each = facts.accountsByOrder().iterator(); each.hasNext(); ) {
      Account account = each.next();
      if (!account.isSettled(time)) continue;
      taken += account.takenCents();
      due += account.dueCents();
    }
    return taken == due
        ? Stream.empty()
        : Stream.of(new Pair("EUR", "%d cents taken, %d due".formatted(taken, due)));
  }
}
