import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * Every state of the widget on a page of its own, for tests and for looking at in the demo product.
 * Not part of what is shipped.
 */
export default defineConfig({
    plugins: [react()],
    // Served below any path.
    base: './',
    build: { outDir: 'dist-stories', modulePreload: { polyfill: false }, rolldownOptions: { input: 'stories.html' } }
});
