const key = 'patchbay-environment';

/** Where this browser was last; undefined where it keeps nothing. */
export function lastEnvironment(): string | undefined {
    try {
        return localStorage.getItem(key) ?? undefined;
    } catch {
        return undefined;
    }
}

export function rememberEnvironment(name: string): void {
    try {
        localStorage.setItem(key, name);
    } catch {
        // A browser that keeps nothing begins at the first environment.
    }
}
