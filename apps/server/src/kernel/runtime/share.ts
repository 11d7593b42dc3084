/** What is in work, by what it belongs to, each of which may have so many at the same time. */
export class Share {
    readonly #most: number;
    readonly #inWork = new Map<string, number>();

    constructor(most: number) {
        this.#most = most;
    }

    get inWork(): ReadonlyMap<string, number> {
        return this.#inWork;
    }

    /** Those that have as many as they may. */
    get full(): string[] {
        return [...this.#inWork].flatMap(([key, count]) => (count >= this.#most ? [key] : []));
    }

    /** How many more are not too many, whichever of the others they belong to. */
    get free(): number {
        const counts = [...this.#inWork.values()].filter((count) => count < this.#most);
        return this.#most - Math.max(0, ...counts);
    }

    begin(key: string): void {
        this.#inWork.set(key, (this.#inWork.get(key) ?? 0) + 1);
    }

    end(key: string): void {
        const left = (this.#inWork.get(key) ?? 1) - 1;
        if (left === 0) this.#inWork.delete(key);
        else this.#inWork.set(key, left);
    }
}
