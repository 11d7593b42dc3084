import type { Provider } from './provider.ts';

/** Providers by id. One is also found by an id that other services have for it. */
export class Catalog extends Map<string, Provider> {
    readonly #ids: ReadonlyMap<string, string>;

    /** @throws Error where two providers have one id */
    constructor(definitions: Iterable<Provider>) {
        super();
        const ids = new Map<string, string>();
        for (const definition of definitions) {
            for (const id of [definition.id, ...(definition.other_ids ?? [])]) {
                if (ids.has(id)) throw new Error(`Two providers have the id ${id}: ${ids.get(id)} and ${definition.id}.`);
                ids.set(id, definition.id);
            }
            this.set(definition.id, definition);
        }
        this.#ids = ids;
    }

    override get(id: string): Provider | undefined {
        return super.get(this.#ids.get(id) ?? id);
    }

    override has(id: string): boolean {
        return this.get(id) !== undefined;
    }
}
