/**
 * A measurement that the server makes; `docs/observability.md` lists them all. Attributes have few
 * values: never an id of a connection or an end user, nor an address.
 */
export interface Metric<Attribute extends string = string> {
    /** Of OpenTelemetry's semantic conventions where they have one. */
    readonly name: string;
    /** A `total` is a sum that is read, a gauge any other value that is. */
    readonly kind: 'counter' | 'histogram' | 'gauge' | 'total';
    /** UCUM: `s`, `By`, or what is counted, in braces. */
    readonly unit: string;
    readonly description: string;
    /** All that it may have; others are dropped. */
    readonly attributes: readonly Attribute[];
}

/** Keeps the names of the attributes. */
export function metric<const Attribute extends string = never>(
    definition: Omit<Metric<Attribute>, 'attributes'> & { attributes?: readonly Attribute[] }
): Metric<Attribute> {
    return { attributes: [], ...definition };
}

export type AttributesOf<M> = M extends Metric<infer Attribute> ? Readonly<Partial<Record<Attribute, string | number>>> : never;

/** One value of a gauge or total. */
export interface Reading {
    value: number;
    attributes?: Readonly<Record<string, string | number>>;
}

/** What is read whenever metrics are collected; it may ask the database. */
export interface Gauge {
    metric: Metric;
    read(): Readings;
    /** The same of one environment, for its own collector; absent: it says nothing to others. */
    readOf?(environmentId: string): Readings;
}

export type Readings = readonly Reading[] | Promise<readonly Reading[]>;
