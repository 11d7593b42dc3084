export interface HeldBytesLimits {
    all: number;
    ofEnvironment: number;
}

/** One response, as far as it has come. */
export interface HeldResponse {
    /**
     * Holds so many bytes more.
     * @returns resolves once there is room for them; undefined: there is
     */
    add(bytes: number): Promise<void> | undefined;
    release(): void;
}

interface Holder {
    environment: Environment;
    bytes: number;
}

interface Environment {
    bytes: number;
    /** Responses that have begun to come. */
    holders: Set<Holder>;
    /** Comes in though there is no room. */
    exempt: Holder | undefined;
}

interface Waiting {
    bytes: number;
    go(): void;
}

/**
 * Bounds what this server holds of providers' responses for all of its runs, and for those of one
 * environment. What has no room waits at the provider, but for one response of each environment, so
 * that they come in one after the other then.
 */
export class HeldBytes {
    readonly #limits: HeldBytesLimits;
    readonly #environments = new Map<string, Environment>();
    readonly #waiting = new Map<Holder, Waiting>();
    #all = 0;

    constructor(limits: HeldBytesLimits) {
        this.#limits = limits;
    }

    open(environmentId: string): HeldResponse {
        let holder: Holder | undefined;
        let isReleased = false;
        return {
            add: (bytes) => {
                if (isReleased) return undefined;
                holder ??= this.#begin(environmentId);
                const of = holder;
                if (this.#take(of, bytes)) return undefined;
                return new Promise((go) => this.#waiting.set(of, { bytes, go }));
            },
            release: () => {
                if (holder && !isReleased) this.#release(environmentId, holder);
                isReleased = true;
            }
        };
    }

    #begin(environmentId: string): Holder {
        const environment = this.#environments.get(environmentId) ?? { bytes: 0, holders: new Set(), exempt: undefined };
        this.#environments.set(environmentId, environment);
        const holder = { environment, bytes: 0 };
        environment.holders.add(holder);
        return holder;
    }

    #take(holder: Holder, bytes: number): boolean {
        const { environment } = holder;
        const fits = environment.bytes + bytes <= this.#limits.ofEnvironment && this.#all + bytes <= this.#limits.all;
        if (!fits) environment.exempt ??= holder;
        if (!fits && environment.exempt !== holder) return false;
        holder.bytes += bytes;
        environment.bytes += bytes;
        this.#all += bytes;
        return true;
    }

    #release(environmentId: string, holder: Holder): void {
        const { environment } = holder;
        environment.holders.delete(holder);
        if (environment.exempt === holder) environment.exempt = undefined;
        if (environment.holders.size === 0) this.#environments.delete(environmentId);
        environment.bytes -= holder.bytes;
        this.#all -= holder.bytes;
        this.#waiting.get(holder)?.go();
        this.#waiting.delete(holder);
        for (const [other, { bytes, go }] of this.#waiting) {
            if (!this.#take(other, bytes)) continue;
            this.#waiting.delete(other);
            go();
        }
    }
}
