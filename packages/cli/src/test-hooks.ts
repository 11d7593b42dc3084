/**
 * Loaded into the processes of tests: projects that were written for the reference service import
 * `./file` and `./file.js` where there is `file.ts`, and `nango`, as the compiler lets them.
 */
import { registerHooks } from 'node:module';

registerHooks({
    resolve(specifier, context, next) {
        try {
            return next(specifier, context);
        } catch (error) {
            const isOurs = context.parentURL !== undefined && !context.parentURL.includes('/node_modules/');
            if (isOurs && specifier === 'nango') return next('@patchbay/functions', context);
            if (isOurs && specifier.startsWith('.') && !specifier.endsWith('.ts'))
                return next(`${specifier.replace(/\.js$/, '')}.ts`, context);
            throw error;
        }
    }
});
