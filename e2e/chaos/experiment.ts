export type Size = 'short' | 'normal' | 'full';

/** One line of the closing table. */
export interface Finding {
    experiment: string;
    what: string;
    seen: string;
    /** What has to be seen; empty: a figure to know, without a bound. */
    mustBe: string;
    isViolation: boolean;
}

export interface Run {
    size: Size;
    seed: number;
    /** Requests in a second, instead of those of the size: for a machine that is slow or busy. */
    perSecond?: number | undefined;
    /** Aborts when the run is to end or takes too long: experiments stop early and report that. */
    over: AbortSignal;
    /** Reports progress. */
    say(text: string): void;
}

export type Experiment = (run: Run) => Promise<Finding[]>;

/** Collects one experiment's findings. */
export class Findings {
    readonly list: Finding[] = [];
    readonly #experiment: string;

    constructor(experiment: string) {
        this.#experiment = experiment;
    }

    /** A figure without a bound. */
    tell(what: string, seen: string | number): void {
        this.list.push({ experiment: this.#experiment, what, seen: String(seen), mustBe: '', isViolation: false });
    }

    must(what: string, seen: string | number, mustBe: string, holds: boolean): void {
        this.list.push({ experiment: this.#experiment, what, seen: String(seen), mustBe, isViolation: !holds });
    }

    /** A time, with a bound where the run is long: of a short one other load may be the reason. */
    within(what: string, seenMs: number, atMostMs: number, size: Size): void {
        const seen = `${Math.round(seenMs)} ms`;
        if (size === 'short') this.tell(what, seen);
        else this.must(what, seen, `≤ ${atMostMs} ms`, !(seenMs > atMostMs));
    }

    /** Must not have happened. @param offenders named in the line, to look for them */
    none(what: string, offenders: readonly string[]): void {
        const names = offenders.length === 0 ? '' : `: ${offenders.slice(0, 5).join(', ')}${offenders.length > 5 ? ' …' : ''}`;
        this.must(what, `${offenders.length}${names}`, '0', offenders.length === 0);
    }
}
