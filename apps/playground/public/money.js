/**
 * An amount as people read it. Its digits never become a floating-point number.
 * @param {number} cents hundredths of the currency, whichever it is
 * @param {string | null} currency
 * @param {Intl.NumberFormatOptions} [options]
 */
export function money(cents, currency, options = {}) {
    /** @type {Intl.NumberFormatOptions} */
    const style = currency === null ? {} : { style: 'currency', currency };
    return new Intl.NumberFormat('en', { ...style, ...options }).format(/** @type {`${number}`} */ (toDecimal(cents)));
}

/** @param {number} cents 1250 is `12.50` */
export function toDecimal(cents) {
    const digits = String(Math.abs(cents)).padStart(3, '0');
    return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
