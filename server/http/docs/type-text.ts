// Prints a JSON schema as a type that people can read, in the style of TypeScript: a line for each field, followed by
// its bounds.

/** The part of JSON Schema that the contract's schemas print. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema | readonly Schema[];
  readonly prefixItems?: readonly Schema[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
};

export function typeText(schema: Schema, indent = ""): string {
  const remark = remarkOf(schema);
  return `${shapeOf(schema, indent)}${remark === "" ? "" : `  // ${remark}`}`;
}

function shapeOf(schema: Schema, indent: string): string {
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.map((one) => shapeOf(one, indent)).join(" | ");
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length === 0) return "anything";
  return types.map((type) => shapeOfType(type, schema, indent)).join(" | ");
}

function shapeOfType(type: string, schema: Schema, indent: string): string {
  if (type === "array") return arrayShape(schema, indent);
  if (type === "object") return objectShape(schema, indent);
  if (type === "string" && schema.format === "binary") return "a file";
  return type;
}

function arrayShape({ items, prefixItems }: Schema, indent: string): string {
  const places = prefixItems ?? (Array.isArray(items) ? (items as readonly Schema[]) : null);
  if (places) return `[${places.map((one) => shapeOf(one, indent)).join(", ")}]`;
  const inner = shapeOf((items as Schema | undefined) ?? {}, indent);
  return / \| /.test(inner) && !inner.startsWith("{") ? `(${inner})[]` : `${inner}[]`;
}

function objectShape({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  const deeper = `${indent}  `;
  const fields = Object.entries(properties ?? {});
  if (fields.length === 0)
    return typeof additionalProperties === "object"
      ? `{ [name]: ${shapeOf(additionalProperties, indent)} }`
      : "{}";
  const lines = fields.map(
    ([name, field]) => `${deeper}${name}${required.includes(name) ? "" : "?"}: ${typeText(field, deeper)}`,
  );
  return `{\n${lines.join("\n")}\n${indent}}`;
}

function remarkOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  return [
    schema.description ?? "",
    range(minimum, maximum, ""),
    range(minLength, maxLength, " characters"),
    range(minItems, maxItems, " entries"),
    schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`,
  ]
    .filter((words) => words !== "")
    .join(", ");
}

function range(from: number | undefined, to: number | undefined, unit: string): string {
  const printed = (value: number) => value.toLocaleString("en-US");
  if (from === undefined && to === undefined) return "";
  if (from === undefined) return `at most ${printed(to as number)}${unit}`;
  if (to === undefined) return `at least ${printed(from)}${unit}`;
  return from === to ? `${printed(from)}${unit}` : `${printed(from)} to ${printed(to)}${unit}`;
}
