import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
    plugins: [react()],
    base: '/ui/',
    // The page's CSP allows no inline script and no data: script; the polyfill is one, and inlined assets may be the other.
    build: { modulePreload: { polyfill: false }, assetsInlineLimit: 0, target: 'es2022', reportCompressedSize: true }
});
