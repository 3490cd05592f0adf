/** One option. A row without `value` takes none. */
export interface OptionRow {
  readonly short?: string;
  readonly aliases?: readonly string[];
  /** What help calls its value. */
  readonly value?: string;
  /** Text → value; throws an Error that says what is wrong. */
  readonly parse?: (text: string) => unknown;
  readonly choices?: readonly string[];
  readonly multiple?: true;
  /** An empty value says something. Of other options it is the variable of a script that was not set. */
  readonly mayBeEmpty?: true;
  /** Parts several values in one environment variable. */
  readonly separator?: string;
  readonly default?: string;
  /** What happens without it, in words, where that is no value. */
  readonly note?: string;
  readonly summary: string;
  /** Never taken from the environment. */
  readonly flagOnly?: true;
  /** Never shown. */
  readonly secret?: true;
}
