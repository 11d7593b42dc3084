/** The same 32-bit number for the same arguments; spread evenly. */
export function hashOf(seed: number, index: number, salt: number): number {
    let value =
        (Math.imul(seed ^ 0x9e_37_79_b9, 0x85_eb_ca_6b) ^ Math.imul(index + 1, 0xc2_b2_ae_35) ^ Math.imul(salt + 1, 0x27_d4_eb_2f)) >>> 0;
    value = Math.imul(value ^ (value >>> 16), 0x85_eb_ca_6b);
    value = Math.imul(value ^ (value >>> 13), 0xc2_b2_ae_35);
    return (value ^ (value >>> 16)) >>> 0;
}

/** Choices for one row: each salt is a choice of its own. */
export class Dice {
    readonly #seed: number;
    readonly #index: number;

    constructor(seed: number, index: number) {
        this.#seed = seed;
        this.#index = index;
    }

    /** 0 to `count` - 1. */
    number(salt: number, count: number): number {
        return hashOf(this.#seed, this.#index, salt) % count;
    }

    pick<Value>(salt: number, values: readonly [Value, ...Value[]]): Value {
        return values[this.number(salt, values.length)] ?? values[0];
    }

    /** null in one row of `every`. */
    sometimesNull<Value>(salt: number, every: number, value: Value): Value | null {
        return this.number(salt, every) === 0 ? null : value;
    }
}
