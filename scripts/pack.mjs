// What `npm publish` would upload, as files: for those who install the packages from a checkout.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from './build.mjs';
import { runNpm } from './npm.mjs';
import { UserError, runMain } from './user-error.mjs';

const published = ['node-sdk', 'browser-sdk', 'react-sdk', 'functions', 'cli'];

await runMain(async () => {
    const root = process.cwd();
    const target = join(root, 'dist/packages');
    await build(root);
    await rm(target, { recursive: true, force: true });
    await mkdir(target, { recursive: true });
    const folders = published.map((name) => `./packages/${name}/dist`);
    if (!(await runNpm(['pack', ...folders, '--pack-destination', target, '--loglevel=error'], { node: process.execPath, cwd: root })))
        throw new UserError('The packages could not be packed: the reason is above.');
    console.log(
        `\nThey are in dist/packages. In your project: npm install ${target}/<file>; @patchbay/react needs @patchbay/connect beside it.`
    );
    return 0;
});
