/** Menus, drawers and the search give the focus back a frame after they have closed. */
export function afterFocusReturns(action: () => void): void {
    requestAnimationFrame(() => requestAnimationFrame(action));
}
