import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface LockedPackage {
    version?: string;
    resolved?: string;
    integrity?: string;
    link?: true;
    hasInstallScript?: true;
    funding?: unknown;
    dependencies?: Record<string, string>;
    optionalDependencies?: Record<string, string>;
    peerDependencies?: Record<string, string>;
    os?: string[];
    cpu?: string[];
    libc?: string[];
}

const lockFile = join(import.meta.dirname, '../../../package-lock.json');
const packages: Record<string, LockedPackage> = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
const installed = Object.entries(packages).filter(([path]) => path.includes('node_modules/'));

test('every optional dependency has its entry: npm drops those that a registry lacks, and npm ci then refuses the lock', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
        Object.keys(optionalDependencies)
            .filter((name) => !placesOf(name, path).some((place) => packages[place]?.version !== undefined))
            .map((name) => `${path || 'the root'} → ${name}`)
    );
    expect(missing).toEqual([]);
});

test('no entry names the registry it came from, so that every reader installs from their own', () => {
    const named = installed.filter(([, { link, resolved }]) => link !== true && resolved !== undefined).map(([path]) => path);
    expect(named).toEqual([]);
});

test('nothing is fetched from an address: no host is named outside the notes on funding', () => {
    const withoutFunding = Object.entries(packages).map(
        ([path, { funding: _funding, ...entry }]) => [path, JSON.stringify(entry)] as const
    );
    const addressed = withoutFunding.filter(([, entry]) => /\b(https?|git|ssh|file):|git\+/.test(entry)).map(([path]) => path);
    expect(addressed).toEqual([]);
});

test('T-92: every package is pinned by version and checksum', () => {
    const loose = installed.filter(
        ([, { link, version, integrity }]) => link !== true && (version === undefined || integrity === undefined)
    );
    expect(loose.map(([path]) => path)).toEqual([]);
    expect(installed.length).toBeGreaterThan(100);
});

test('T-92: a package with an install script is allowed or refused by name', () => {
    const { allowScripts }: { allowScripts: Record<string, boolean> } = JSON.parse(
        readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')
    );
    const withScript = installed
        .filter(([, { hasInstallScript }]) => hasInstallScript)
        .map(([path]) => path.split('node_modules/').at(-1) ?? '');
    expect(withScript).not.toEqual([]);
    expect(withScript.filter((name) => !(name in allowScripts))).toEqual([]);
});

test('an installation for production has at most 150 packages, on the platform that has most', () => {
    const counts = ['linux', 'darwin', 'win32'].map((os) => productionPackages({ os, cpu: 'x64', libc: 'glibc' }).size);
    // npm adds a few that nothing asks for.
    expect(Math.max(...counts)).toBeLessThanOrEqual(145);
    expect(Math.min(...counts)).toBeGreaterThan(100);
});

/** What npm installs of others for what is built and shipped, as the image does. */
function productionPackages(platform: Record<'os' | 'cpu' | 'libc', string>): Set<string> {
    const fits = (place: string) =>
        (['os', 'cpu', 'libc'] as const).every((key) => packages[place]?.[key]?.includes(platform[key]) ?? true);
    const ours = new Map(Object.keys(packages).flatMap((path) => (path.includes('node_modules') ? [] : [[nameOf(path), path]])));
    const seen = new Set<string>();
    const visit = (path: string) => {
        if (seen.has(path)) return;
        seen.add(path);
        const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
        // Of peers it installs the optional ones too, where they are in the lock for another.
        for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
            const place = ours.get(name) ?? placesOf(name, path).findLast((one) => packages[one]);
            if (place !== undefined && fits(place)) visit(place);
        }
    };
    for (const path of ['apps/server', 'apps/connect-ui', 'packages/browser-sdk']) visit(path);
    return new Set([...seen].filter((path) => path.includes('node_modules/')));
}

const nameOf = (path: string): string => (packages[path] as { name?: string }).name ?? '';

/** Where npm may put a dependency of the package at `path`: below it, or below any folder above. */
function placesOf(name: string, path: string): string[] {
    const parts = path.split('/');
    return [...parts.keys(), parts.length].map((count) => [...parts.slice(0, count), 'node_modules', name].filter(Boolean).join('/'));
}
