/** Statements that the database leaves unanswered. */

export class ConnectionLost extends Error {
  constructor() {
    super('The connection to the database was lost; whether the change was made is not known');
  }
}

/** The driver's view of a statement; it is sent when first awaited. */
type Asked = { readonly executed: boolean; reject(error: Error): void };

/**
 * Fails a statement that isn't answered within this time, and then calls `giveUp`, which must close
 * its connection.
 */
export function giveUpUnanswered<Q>(made: Q, ms: number, giveUp: () => void): Q {
  if (!(made instanceof Promise)) return made;
  let isAnswered = false;
  const timer = setTimeout(() => {
    // First reads the data that arrived while the program was busy.
    setImmediate(() => {
      const asked = made as unknown as Asked;
      if (isAnswered || !asked.executed) return;
      giveUp();
      asked.reject(new ConnectionLost());
    });
  }, ms);
  const answered = () => {
    isAnswered = true;
    clearTimeout(timer);
  };
  // The driver's own `then` would send it, but a fragment of another statement is never sent alone.
  Promise.prototype.then.call(made, answered, answered);
  return made;
}
