// Constructs that have another name since a change of rules. Cards under an old name move to the new one.

export type Renamed = {
  readonly family: string;
  readonly from: string;
  readonly to: { readonly family: string; readonly name: string };
};

/**
 * In the order of the changes; an entry stays for good, since an installation may skip versions. A name in `from` is
 * never given to another construct: a server moves whatever cards it finds under it.
 */
export const renamed: readonly Renamed[] = [];
