import { randomUUID } from 'node:crypto';

const MAX_CHAINS = 1_000;

/**
 * Chains of redirects back to the application. The final address is kept here: it contains a code.
 */
export class RedirectChains {
    readonly #mount: string;
    readonly #ends = new Map<string, string>();

    /**
     * @param mount path under which {@link RedirectChains.next} is called, without a trailing slash
     */
    constructor(mount: string) {
        this.#mount = mount;
    }

    /** @returns where to go first */
    start(end: string, hops: number): string {
        const id = randomUUID();
        this.#ends.set(id, end);
        const [oldest] = this.#ends.keys();
        if (oldest !== undefined && this.#ends.size > MAX_CHAINS) this.#ends.delete(oldest);
        return this.#hop(id, hops);
    }

    /** @returns where this path leads, or undefined if it is no hop of a chain */
    next(path: string): string | undefined {
        const [id = '', left = ''] = path.startsWith(`${this.#mount}/`) ? path.slice(this.#mount.length + 1).split('/') : [];
        const end = this.#ends.get(id);
        return end !== undefined && Number(left) > 1 ? this.#hop(id, Number(left) - 1) : end;
    }

    #hop(id: string, left: number): string {
        return `${this.#mount}/${id}/${left}`;
    }
}
