package dev.orderchain.payment.ledger;

import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InterceptorBinding;
import jakarta.interceptor.InvocationContext;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Each call is a transaction of its own, made when it is its turn: {@link Turns#take}. */
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface InTurn {
  @Interceptor
  @InTurn
  @Priority(Interceptor.Priority.APPLICATION)
  class Waits {
    private final Turns turns;

    Waits(Turns turns) {
      this.turns = turns;
    }

    @AroundInvoke
    Object take(InvocationContext call) {
      return turns.take(call::proceed);
    }
  }
}
