package dev.orderchain.drills.history;

import java.time.Instant;

/** One time that a request was asked, and its answer. */
public record Attempt(Request request, Instant asked, Instant answered, Answer answer) {}
