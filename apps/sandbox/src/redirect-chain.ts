import { randomUUID } from 'node:crypto';

const MAX_CHAINS = 1_000;

/** Ways back to the app over more redirects than one. The address at the end is kept here rather than in theirs: it has a code in it. */
export class RedirectChains {
    readonly #mount: string;
    readonly #ends = new Map<string, string>();

    /** @param mount path under which {@link RedirectChains.next} is asked, without a slash at its end */
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
