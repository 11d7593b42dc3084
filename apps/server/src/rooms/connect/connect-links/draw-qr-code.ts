import encodeQR from 'qr';

// ISO/IEC 18004 asks for a quiet zone of four modules.
const quietZone = 4;

/** A text as a QR code, black on white on any page: a `data:` URL of an SVG. */
export function drawQrCode(text: string): string {
    const rows = encodeQR(text, 'raw', { border: quietZone });
    const path = rows
        .map((row, y) =>
            runsOf(row)
                .map(({ x, length }) => `M${x} ${y}h${length}v1h-${length}z`)
                .join('')
        )
        .join('');
    const size = rows.length;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
    return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/** Where a row is dark. */
function runsOf(row: readonly boolean[]): { x: number; length: number }[] {
    const runs: { x: number; length: number }[] = [];
    for (const [x, isDark] of row.entries()) {
        if (!isDark) continue;
        const last = runs.at(-1);
        if (last && last.x + last.length === x) last.length += 1;
        else runs.push({ x, length: 1 });
    }
    return runs;
}
