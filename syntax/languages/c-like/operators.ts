// The operators that `=` makes assignments: `+=` is typed as `+` and `=`, so who knows both knows `*=` from `*`.

const assigning: ReadonlySet<string> = new Set(
  ["+", "-", "*", "/", "%", "**", "&", "|", "^", "<<", ">>", ">>>", "??", "&&", "||", ".", "&^"].map(
    (sign) => `${sign}=`,
  ),
);

export function isAssigning(text: string): boolean {
  return assigning.has(text);
}
