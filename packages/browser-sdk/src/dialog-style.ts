const dark = 'background:#1d1c1a;color:#f3f1ed;box-shadow:0 0 0 1px #35322e';

/**
 * Lives in a shadow root, so the page's rules and ours never meet. Background and text are the widget's own, and the loading frame is seen
 * through, so that nothing flashes: with another `color-scheme` than its page's, browsers would put a colour behind it. A fade this short, and
 * without movement, needs no other form for reduced motion. Not indented, because it is shipped as it stands.
 */
export const dialogStyle = `:host{all:initial!important}
dialog{box-sizing:border-box;width:440px;height:min(680px,100dvh - 48px);max-width:none;max-height:none;padding:0;border:0;border-radius:14px;
overflow:hidden;outline:1px solid transparent;font:15px/24px system-ui,sans-serif;background:#fff;color:#1c1b1a;
box-shadow:0 24px 64px rgb(28 27 26/.22);animation:show 80ms}
::backdrop{background:rgb(15 14 13/.5)}
[data-theme=dark]{${dark}}
@media (prefers-color-scheme:dark){[data-theme=system]{${dark}}}
iframe{width:100%;height:100%;border:0;color-scheme:light dark}
div{position:absolute;inset:0;display:grid;place-content:center;justify-items:center;gap:20px;padding:28px;background:inherit;text-align:center}
button{min-height:44px;padding:0 20px;border:0;border-radius:6px;background:#0b6e5f;color:#fff;font:inherit}
@media (max-width:640px){dialog{width:100%;height:100dvh;border-radius:0;padding:env(safe-area-inset-top) 0 env(safe-area-inset-bottom)}}
@keyframes show{from{opacity:0}}`;
