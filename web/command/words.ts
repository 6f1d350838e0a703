import { type ParseArgsConfig, parseArgs } from "node:util";
import { UsageError } from "./exit.js";

/** The words of a command line. */

type Flags = NonNullable<ParseArgsConfig["options"]>;

/** Values by flag, and the words without one. @throws UsageError */
export function parse<F extends Flags>(words: string[], options: F) {
  try {
    return parseArgs({ args: words, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** A flag's number as an option of a function, which knows the upper limit. @throws UsageError */
export function numberOption<Name extends string>(
  values: { readonly [flag: string]: string | boolean | undefined },
  flag: string,
  name: Name,
  least: number,
): { [N in Name]?: number } {
  const text = values[flag];
  if (typeof text !== "string") return {};
  const value = Number(text);
  const isRight = text.trim() !== "" && value >= least && (least === 0 || Number.isInteger(value));
  if (!isRight) {
    throw new UsageError(`--${flag} must be ${least === 0 ? "a number" : "a whole number"} from ${least}, got ${text}`);
  }
  return { [name]: value } as { [N in Name]: number };
}

/** The only file that is named. @param what it is @param example of a whole command @throws UsageError */
export function oneFile(files: readonly string[], what: string, example: string): string {
  const [file, ...others] = files;
  if (file === undefined) throw new UsageError(`which ${what}? For example: hyperplane ${example}`);
  if (others.length > 0) throw new UsageError(`one ${what} at a time, not also ${others.join(", ")}`);
  return file;
}
