/**
 * Lives in a shadow root, so that the page's rules and ours never meet. The background is the widget's own, and the loading frame is seen
 * through, so that nothing flashes: with another `color-scheme` than its page's, browsers would put a colour behind it. Not indented, because it
 * is shipped as it stands.
 */
export const shellStyle = `:host{all:initial!important;display:block!important}
dialog,section,iframe{color-scheme:light dark}
dialog,section{overflow:hidden;font:15px/24px system-ui;text-align:center;background:light-dark(#fff,#1d1c1a)}
dialog{inset:0;max-width:100%;max-height:100%;width:auto;height:auto;margin:0;border:0;
padding:env(safe-area-inset-top) 0 env(safe-area-inset-bottom)}
section{height:320px}
::backdrop{background:#0008}
iframe{width:100%;height:100%;border:0}
iframe:not([hidden])~*{display:none}
p{margin:40% 24px 24px}
button{padding:12px 24px;font:inherit}
@media(min-width:641px){dialog{width:440px;height:min(680px,100dvh - 48px);margin:auto;border:1px solid #8883;border-radius:14px;
box-shadow:0 24px 64px #0003}}`;
