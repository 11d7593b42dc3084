/**
 * Lives in a shadow root, so that the page's rules and ours never meet. The background is the
 * widget's own, and the loading frame is seen through, so that nothing flashes: with another
 * `color-scheme` than its page's, browsers would put a colour behind it. Until the widget answers,
 * `p` is its skeleton, and then, with text in it, why there is none. Shipped as it stands,
 * so it is not indented, and the backslashes leave the line breaks out. `--h` is the height of the
 * card, which its upper edge does not move with: nothing in it jumps.
 */
export const shellStyle = `:host{all:initial!important;display:block!important}\
dialog,section,iframe{color-scheme:light dark}\
dialog,section{overflow:hidden;font:15px/24px system-ui;text-align:center;background:light-dark(#fff,#1d1c1a);color:light-dark(#1c1b1a,#f3f1ed)}\
dialog{max-width:100%;max-height:100%;width:auto;height:auto;margin:0;border:0;\
padding:env(safe-area-inset-top) 0 env(safe-area-inset-bottom)}\
section{position:relative;--h:320px;height:var(--h)}\
::backdrop{background:#0008}\
iframe{display:block;width:100%;height:100%;border:0}\
iframe[hidden]{visibility:hidden}\
iframe:not([hidden])~*,button[hidden]{display:none}\
p,button{position:absolute;margin:0}\
p{inset:40% 24px auto}\
p:empty{inset:68px 28px 0;background:linear-gradient(var(--b) 0 0) 0 0/70% 28px,linear-gradient(var(--b) 0 0) 0 40px/90% 16px,\
linear-gradient(var(--b) 0 0) 0 64px/40% 16px,linear-gradient(var(--b) 0 0) 0 102px/100% 44px,\
repeating-linear-gradient(#0000 0 12px,var(--b) 0 44px,#0000 0 56px) 0 158px/32px 336px;background-repeat:no-repeat;--b:#807a7029;\
animation:.2s .3s backwards a}\
@keyframes a{0%{opacity:0}}\
button{font:inherit;color:inherit;background:0 0;border:0;border-radius:6px;min-width:44px;height:44px;cursor:pointer}\
.x{inset:calc(8px + env(safe-area-inset-top)) 12px auto auto}\
p+button{inset:calc(40% + 48px) 0 auto;margin:auto;padding:0 24px;width:fit-content;font-weight:600;\
background:light-dark(#0b6e5f,#4cc9b0);color:light-dark(#fff,#06231e)}\
@media(min-width:641px)and (min-height:481px){dialog{width:440px;--h:680px;height:min(var(--h),680px,100dvh - 48px);margin:max(24px,50dvh - 340px) auto;border:1px solid #8883;\
border-radius:14px;box-shadow:0 24px 64px #0003}}`;
