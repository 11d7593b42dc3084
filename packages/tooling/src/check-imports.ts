import { builtinModules } from 'node:module';
import { contractsWithoutZod, type PackageRule, packageRules, packagesForTests } from './import-rules.ts';
import { type Finding, type Import, type Package, packageNameOf, type SourceFile } from './source-file.ts';

const ourScope = '@patchbay/';
const nodeModules = new Set(builtinModules);

/** Checks a file's imports against its package's rule, and against its package.json. */
export function checkImports(file: SourceFile, own: Package, root: Package): Finding[] {
    const rule = packageRules[own.folder];
    if (!rule) return [];
    return file.imports.flatMap((imported) => {
        const sentence = complain(imported, { file, own, root, rule });
        return sentence === undefined ? [] : [{ file: file.path, line: imported.line, sentence }];
    });
}

interface Context {
    file: SourceFile;
    own: Package;
    root: Package;
    rule: PackageRule;
}

function complain(imported: Import, context: Context): string | undefined {
    const { file, own, rule } = context;
    const { specifier, target } = imported;
    if (target !== undefined) {
        if (target.startsWith(`${own.folder}/`)) return undefined;
        return `"${specifier}" leaves ${own.folder}. Import the other package by its name, and let it export what is needed.`;
    }
    // What a page loads from its own server.
    if (specifier.startsWith('/')) return undefined;
    const isOfNode = specifier.startsWith('node:') || nodeModules.has(specifier);
    if (isOfNode) {
        if (!rule.runsInBrowsers || file.isForDevelopment || imported.isType) return undefined;
        return `${own.folder} runs in browsers, which have no ${specifier}. Use what the web platform offers.`;
    }
    const name = packageNameOf(specifier);
    return (
        (name.startsWith(ourScope) ? complainAboutOurs(imported, name, context) : complainAboutOthers(imported, name, context)) ??
        undeclared(imported, name, context)
    );
}

function complainAboutOurs({ specifier, isType }: Import, name: string, { file, own, rule }: Context): string | undefined {
    if (name === own.name || rule.ours === 'any' || (file.isForDevelopment && packagesForTests.includes(name))) return undefined;
    if (!rule.ours.includes(name)) return `${own.folder} may not import ${name}, because ${rule.because}.`;
    const entries = rule.entries?.[name] ?? [specifier];
    if (!entries.includes(specifier))
        return `${own.folder} may not import ${specifier}. Of that package it may import ${entries.join(' and ')}.`;
    if (
        (rule.runsInBrowsers || rule.isBundled) &&
        name === `${ourScope}contracts` &&
        !isType &&
        !file.isForDevelopment &&
        !contractsWithoutZod.includes(specifier)
    ) {
        return `${own.folder} may not import ${specifier}, which brings zod along. Import types from it, or values from ${contractsWithoutZod.join(' or ')}.`;
    }
    return undefined;
}

function complainAboutOthers(_imported: Import, name: string, { file, own, rule }: Context): string | undefined {
    if (file.isForDevelopment || rule.others === undefined || rule.others.includes(name)) return undefined;
    return `${own.folder} may not import ${name}, because ${rule.because}.`;
}

function undeclared({ isType }: Import, name: string, { file, own, root, rule }: Context): string | undefined {
    if (own.dependencies.has(name) || own.dependencies.has(`@types/${name}`) || name === own.name) return undefined;
    const mayBeForDevelopment = file.isForDevelopment || isType || rule.runsInBrowsers === true || rule.isBundled === true;
    if (mayBeForDevelopment && (own.devDependencies.has(name) || root.devDependencies.has(name))) return undefined;
    if (file.isForDevelopment && packagesForTests.includes(name)) return undefined;
    const group = mayBeForDevelopment ? 'devDependencies' : 'dependencies';
    return `${name} is not among the ${group} of ${own.folder}/package.json. Add it there: npm install --workspace ${own.folder}${mayBeForDevelopment ? ' --save-dev' : ''} ${name}`;
}
