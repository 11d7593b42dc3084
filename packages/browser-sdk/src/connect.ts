import { startScriptTag } from './script-tag.ts';

if (document.currentScript instanceof HTMLScriptElement) startScriptTag(document.currentScript);
else console.error('[patchbay] Load connect.js by a plain <script src="…/connect.js" async>, without type="module".');
