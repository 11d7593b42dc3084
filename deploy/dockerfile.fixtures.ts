import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, matchesGlob, relative } from 'node:path';
import { text } from 'node:stream/consumers';

export interface Instruction {
    name: string;
    /** Options such as `--from=build`, by their name. */
    options: Record<string, string>;
    /** What follows the options, on one line. */
    rest: string;
}

export interface Stage {
    name: string;
    /** The stage or image that it continues. */
    base: string;
    instructions: Instruction[];
}

/** @see https://docs.docker.com/reference/dockerfile/ */
export function parseDockerfile(source: string): { args: Record<string, string>; stages: Stage[] } {
    const lines = source
        .split('\n')
        .filter((line) => !/^\s*#/.test(line))
        .join('\n')
        .replaceAll(/\\\n\s*/g, '')
        .split('\n')
        .filter((line) => line.trim() !== '');
    const args: Record<string, string> = {};
    const stages: Stage[] = [];
    for (const { name, options, rest } of lines.map(parseInstruction)) {
        const stage = stages.at(-1);
        if (name === 'FROM') {
            const [base = '', , alias = ''] = rest.split(' ');
            stages.push({ name: alias, base: base.replace(/^\$\{(\w+)\}$/, (_, arg: string) => args[arg] ?? ''), instructions: [] });
        } else if (stage) stage.instructions.push({ name, options, rest });
        else if (name === 'ARG') args[rest.split('=', 1)[0] ?? ''] = rest.slice(rest.indexOf('=') + 1);
    }
    return { args, stages };
}

function parseInstruction(line: string): Instruction {
    const [, name = '', given = '', rest = ''] = /^(\w+)\s+((?:--\S+\s+)*)(.*)$/.exec(line) ?? [];
    const options = Object.fromEntries(Array.from(given.matchAll(/--(\w+)=(\S+)/g), ([, option = '', value = '']) => [option, value]));
    return { name, options, rest };
}

/** The list of words of an `ENTRYPOINT` or a `HEALTHCHECK`, which no shell reads. */
export function wordsOf({ rest }: Instruction): string[] {
    return JSON.parse(rest.slice(rest.indexOf('['))) as string[];
}

/**
 * The files that a build sees, by `.dockerignore`: the last pattern that matches a path, or a
 * folder that it is in, decides.
 */
export function contextFiles(root: string): string[] {
    const patterns = readFileSync(join(root, '.dockerignore'), 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => ({ isKept: line.startsWith('!'), glob: line.replace(/^!/, '') }));
    const isKept = (path: string) => patterns.findLast(({ glob }) => withParents(path).some((each) => matches(each, glob)))?.isKept ?? true;
    const isMachinery = (path: string) => /(?:^|\/)(?:node_modules|\.git)$/.test(path);
    const walk = (folder: string): string[] =>
        readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
            const path = join(folder, entry.name);
            if (entry.isDirectory()) return isMachinery(path) ? [] : walk(path);
            return isKept(path) ? [path] : [];
        });
    return walk('.');
}

/** As Docker does, for which a dot is a letter. */
function matches(path: string, glob: string): boolean {
    const withLetters = (some: string) => some.replaceAll(/(^|\/)\./g, '$1dot-');
    return matchesGlob(withLetters(path), withLetters(glob));
}

function withParents(path: string): string[] {
    const parent = dirname(path);
    return parent === '.' ? [path] : [path, ...withParents(parent)];
}

/**
 * Builds stages into folders below `home`, each as the file system of its stage. Commands run in
 * bash on this machine, so those of `untouched` stages, which change the image's own programs,
 * are left out; `npm ci` takes what is installed here.
 */
export async function buildStages(
    root: string,
    home: string,
    { stages, untouched }: { stages: Stage[]; untouched: string[] }
): Promise<void> {
    const images = new Set(stages.map(({ name }) => name));
    for (const stage of stages) {
        const folder = join(home, stage.name);
        if (images.has(stage.base)) continueStage(stage, { stages, home });
        mkdirSync(folder, { recursive: true });
        if (untouched.includes(stage.name)) continue;
        let workdir = workdirOf(stage, stages);
        for (const instruction of stage.instructions) {
            if (instruction.name === 'WORKDIR') workdir = instruction.rest;
            if (instruction.name === 'COPY') copy(instruction, { root, home, into: join(folder, workdir) });
            if (instruction.name === 'RUN') await run(instruction.rest, { root, cwd: join(folder, workdir) });
        }
    }
}

/** Moves the files of the base where nothing else needs them: there are tens of thousands. */
function continueStage({ name, base }: Stage, { stages, home }: { stages: Stage[]; home: string }): void {
    const isNeeded = stages.some(
        (other) => (other.base === base && other.name !== name) || other.instructions.some(({ options }) => options['from'] === base)
    );
    if (isNeeded) cpSync(join(home, base), join(home, name), { recursive: true, verbatimSymlinks: true });
    else renameSync(join(home, base), join(home, name));
}

/** The folder that a stage begins in: that of the stage that it continues. */
function workdirOf(stage: Stage, stages: Stage[]): string {
    const base = stages.find(({ name }) => name === stage.base);
    return base?.instructions.findLast(({ name }) => name === 'WORKDIR')?.rest ?? '/';
}

function copy({ options, rest }: Instruction, { root, home, into }: { root: string; home: string; into: string }): void {
    const [source = '', target = ''] = rest.split(' ');
    const to = join(into, target);
    if (options['from'] === undefined) {
        for (const file of contextFiles(root)) {
            mkdirSync(dirname(join(to, file)), { recursive: true });
            cpSync(join(root, file), join(to, file));
        }
        return;
    }
    if (!isAbsolute(source)) throw new Error(`COPY ${rest}: name the file by its path from the root of the stage.`);
    const from = join(home, options['from'], source);
    const isInto = !statSync(from).isDirectory() && target.endsWith('/');
    cpSync(from, isInto ? join(to, basename(from)) : to, { recursive: true, verbatimSymlinks: true });
}

async function run(command: string, { root, cwd }: { root: string; cwd: string }): Promise<void> {
    const [install = '', ...others] = command.split(' && ');
    if (/^npm ci\b/.test(install))
        linkInstallation(root, { cwd, omitted: Array.from(install.matchAll(/--omit=(\w+)/g), ([, kind = '']) => kind) });
    const rest = /^npm ci\b/.test(install) ? others.join(' && ') : command;
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], TARGETOS: process.platform, TARGETARCH: targetArch() };
    const child = spawn('bash', ['-euc', rest], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    if (child.exitCode !== 0) throw new Error(`${rest} ended with ${child.exitCode}:\n${stdout}\n${stderr}`);
}

/** As BuildKit names the processor. */
const targetArch = () => (process.arch === 'x64' ? 'amd64' : process.arch);

/**
 * What is installed in the checkout, in place of an installation, which needs a network. Our own
 * packages are those of the stage.
 */
function linkInstallation(root: string, { cwd, omitted }: { cwd: string; omitted: string[] }): void {
    const installed = join(root, 'node_modules');
    const folder = join(cwd, 'node_modules');
    mkdirSync(folder);
    for (const name of readdirSync(installed)) {
        if (name === '@patchbay') cpSync(join(installed, name), join(folder, name), { recursive: true, verbatimSymlinks: true });
        else if (name === '.bin' || !name.startsWith('.')) symlinkSync(join(installed, name), join(folder, name));
    }
    // npm's own form.
    const lock = JSON.parse(readFileSync(join(installed, '.package-lock.json'), 'utf8')) as {
        packages: Record<string, Record<string, unknown>>;
    };
    const packages = Object.entries(lock.packages).filter(([, about]) => !omitted.some((kind) => about[kind] === true));
    writeFileSync(join(folder, '.package-lock.json'), JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }));
}

/** All files below a folder, by their path from it. */
export function filesBelow(folder: string): string[] {
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
