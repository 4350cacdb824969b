// Path templates such as `/admin/examples/:exampleId/times/:userId`: the names in them, and filling them in.

/** The names in a template; the example above has `"exampleId" | "userId"`. */
export type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

/** Fills in a template's names, each percent-encoded; throws RangeError when one is missing. */
export function fillPath(template: string, params: Readonly<Record<string, string | number>>): string {
  return template.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined)
      throw new RangeError(`Path ${template} needs ${name}, but only ${Object.keys(params)} given`);
    return encodeURIComponent(String(value));
  });
}
