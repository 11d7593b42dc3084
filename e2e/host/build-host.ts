import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type BuildEnvironmentOptions, type InlineConfig, runnerImport } from 'vite';
import type { HostApp } from './product.ts';

const packages = join(import.meta.dirname, '../../packages');

/** Builds an example as in development: with React's own checks, and with the SDKs as published. */
export async function buildPage(folder: 'react-18' | 'react-19', connectUrl: string): Promise<HostApp> {
    const files = await filesOf(folder, connectUrl);
    return { files, send: (response) => void response.end(files.get('index.html')) };
}

/** The page of React 19 once more, rendered on a server first. */
export async function buildServerRenderedPage(connectUrl: string): Promise<HostApp> {
    const files = await filesOf('react-19', connectUrl, { input: 'hydrate.tsx', output: { entryFileNames: 'assets/[name].js' } });
    const { module } = await runnerImport<{ send(response: ServerResponse, script: string): void }>(
        './server.tsx',
        config('react-19', connectUrl)
    );
    return { files, send: (response) => module.send(response, 'assets/hydrate.js') };
}

async function filesOf(folder: string, connectUrl: string, rolldownOptions: BuildEnvironmentOptions['rolldownOptions'] = {}) {
    const output = [await build({ ...config(folder, connectUrl), build: { write: false, minify: false, rolldownOptions } })].flat();
    const files = output.flatMap((part) => ('output' in part ? part.output : []));
    return new Map(files.map((file) => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)]));
}

function config(folder: string, connectUrl: string): InlineConfig {
    return {
        root: join(import.meta.dirname, '../../examples', folder),
        configFile: false,
        logLevel: 'error',
        base: './',
        plugins: [react()],
        define: {
            'process.env.NODE_ENV': '"development"',
            'import.meta.env.VITE_CONNECT_URL': JSON.stringify(connectUrl)
        },
        resolve: {
            // The page's own React, for what lies outside its folder too.
            dedupe: ['react', 'react-dom'],
            alias: {
                '@patchbay/connect': join(packages, 'browser-sdk/dist/index.js'),
                '@patchbay/react': join(packages, 'react-sdk/dist/index.js')
            }
        }
    };
}
