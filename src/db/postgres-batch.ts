import pg from 'pg';

/** A statement of a batch. */
export interface BatchStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The name under which the connection keeps its plan. */
  readonly name: string | undefined;
}

/** What the driver's own query does with the messages of the server; its types declare none of it. */
interface Received {
  readonly name: string | undefined;
  readonly text: string;
  callback: (error: Error | null) => void;
  readonly _result: pg.QueryResult & { _types: unknown };
  prepare(connection: Connection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
}

interface Connection {
  readonly stream: { cork(): void; uncork(): void };
  readonly submittedNamedStatements: Record<string, string>;
  sync(): void;
}

/**
 * Sends statements to PostgreSQL in one flush with one Sync. After an error the server skips the rest, so that a `begin`
 * that fails runs nothing. The driver calls its methods, as it does those of pg-cursor; `pipeline` of the driver sends a
 * Sync with each statement, and what follows a `begin` that fails would be committed alone.
 */
export class Batch implements pg.Submittable {
  readonly statements: readonly BatchStatement[];
  readonly results: Promise<readonly pg.QueryResult[]>;
  readonly #received: readonly Received[];
  readonly #ended: PromiseWithResolvers<readonly pg.QueryResult[]>;
  #at = 0;
  #failure: Error | undefined;

  /** @param types how the columns of the results are read */
  constructor(statements: readonly BatchStatement[], types: pg.CustomTypesConfig) {
    this.statements = statements;
    this.#received = statements.map((statement) => {
      const query = new pg.Query({ ...statement, values: [...statement.values] });
      const received = query as unknown as Received;
      received._result._types = types;
      // Called for a value that can't be sent, or not be read, and in the end.
      received.callback = (error) => {
        if (error) this.#failure ??= error;
      };
      return received;
    });
    this.#ended = Promise.withResolvers();
    this.results = this.#ended.promise;
  }

  /** The driver notes the name of a statement that the server has parsed. */
  get name(): string | undefined {
    return this.#received[this.#at]?.name;
  }

  get text(): string | undefined {
    return this.#received[this.#at]?.text;
  }

  submit(connection: pg.Connection): void {
    const real = connection as unknown as Connection;
    // Each statement would send its own.
    const sender: Connection = Object.create(real, { sync: { value: () => undefined } });
    real.stream.cork();
    try {
      for (const statement of this.#received) {
        statement.prepare(sender);
        if (this.#failure) break;
      }
      real.sync();
    } finally {
      real.stream.uncork();
    }
  }

  handleRowDescription(message: unknown): void {
    this.#received[this.#at]?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#received[this.#at]?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.#received[this.#at]?.handleCommandComplete(message, connection);
    this.#at += 1;
  }

  handleEmptyQuery(): void {
    this.#at += 1;
  }

  handleError(error: Error, connection: Connection): void {
    // The server has not parsed those that it skipped, and the driver believes that it has.
    for (const { name } of this.#received.slice(this.#at)) {
      if (name !== undefined) delete connection.submittedNamedStatements[name];
    }
    this.#ended.reject(this.#failure ?? error);
  }

  handleReadyForQuery(connection: Connection): void {
    for (const statement of this.#received) statement.handleReadyForQuery(connection);
    if (this.#failure) this.#ended.reject(this.#failure);
    else this.#ended.resolve(this.#received.map(({ _result }) => _result));
  }
}
