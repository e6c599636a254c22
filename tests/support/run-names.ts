/** Names of a test run's databases, to find them when it ends. */

/** @param run the process id of vitest */
export const templateName = (run: number, project: string) => `satling_template_${run}_${project}`;

/** @param run the process id of vitest, the parent of those that run the tests */
export const databaseName = (run: number, nth: number) =>
  `t_${run}_${process.pid}_${nth}_${Math.random().toString(36).slice(2, 8)}`;

/** A regular expression for both. */
export const databasesOf = (run: number) => `^(t|satling_template)_${run}_`;
