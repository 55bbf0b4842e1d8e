/** What an expression is worth. */
export type ExpressionValue = string | number | boolean;

/** What expressions are worth, by their texts; those without a value are left out. */
export type Values = Readonly<Record<string, ExpressionValue>>;
