// Taken before a function could change them.
const { getOwnPropertyDescriptor, getPrototypeOf, isExtensible, ownKeys } = Reflect;
const { is } = Object;

/** An object that all runs of an isolate share, as it is before them. */
interface Noted {
    object: object;
    keys: readonly PropertyKey[];
    descriptors: readonly (PropertyDescriptor | undefined)[];
    prototype: object | null;
    isExtensible: boolean;
}

const objects: object[] = [];
let noted: Noted[] | undefined;

/** Looks after an object that functions may change, and after its `prototype`. */
export function watch(value: unknown): void {
    if (!isObject(value)) return;
    add(value);
    const prototype: unknown = getOwnPropertyDescriptor(value, 'prototype')?.value;
    if (isObject(prototype)) add(prototype);
}

/** Those of the language, and what else is global and loaded. */
export function watchIntrinsics(): void {
    for (const value of [...valuesOf(globalThis), ...valuesOf(Intl), ...unnamed()]) if (value !== globalThis) watch(value);
}

/** Once the bundle is loaded, whose polyfills belong to each run. */
export function noteIntrinsics(): void {
    noted = objects.map(note);
}

/** @returns whether they are as they were noted */
export function areIntrinsicsSame(): boolean {
    if (!noted) return false;
    // By index: a function may have changed how lists are iterated.
    for (let at = 0; at < noted.length; at += 1) {
        const one = noted[at];
        if (!one || !isSame(one)) return false;
    }
    return true;
}

function add(object: object): void {
    if (objects.includes(object)) return;
    objects.push(object);
    noted?.push(note(object));
}

function note(object: object): Noted {
    const keys = ownKeys(object);
    const descriptors = keys.map((key) => getOwnPropertyDescriptor(object, key));
    return { object, keys, descriptors, prototype: getPrototypeOf(object), isExtensible: isExtensible(object) };
}

function isSame({ object, keys, descriptors, prototype, isExtensible: wasExtensible }: Noted): boolean {
    const now = ownKeys(object);
    if (now.length !== keys.length || getPrototypeOf(object) !== prototype || isExtensible(object) !== wasExtensible) return false;
    for (let at = 0; at < keys.length; at += 1) {
        const key = keys[at];
        const was = descriptors[at];
        const found = key !== undefined && key === now[at] ? getOwnPropertyDescriptor(object, key) : undefined;
        if (!was || !found || !is(found.value, was.value) || found.get !== was.get || found.set !== was.set) return false;
        if (found.writable !== was.writable || found.configurable !== was.configurable || found.enumerable !== was.enumerable) return false;
    }
    return true;
}

function isObject(value: unknown): value is object {
    return typeof value === 'function' || (typeof value === 'object' && value !== null);
}

/** Without those that a getter would load. */
const valuesOf = (object: object): unknown[] => ownKeys(object).map((key) => getOwnPropertyDescriptor(object, key)?.value as unknown);

/** Those that no global names. */
function unnamed(): unknown[] {
    const iterators = [[].values(), new Map().values(), new Set().values(), ''[Symbol.iterator](), 'a'.matchAll(/a/g)];
    const kinds = [async () => {}, function* () {}, async function* () {}];
    const first = [...iterators, ...kinds, Int8Array].map((value) => getPrototypeOf(value));
    const parents = first.map((value) => value && getPrototypeOf(value));
    const ofAsync = getPrototypeOf(getPrototypeOf((async function* () {})()) ?? {});
    const asyncParents = [ofAsync, ofAsync && getPrototypeOf(ofAsync)];
    const ofGenerators = getPrototypeOf(getPrototypeOf((function* () {})()) ?? {});
    return [...first, ...parents, ofGenerators, ...asyncParents];
}
