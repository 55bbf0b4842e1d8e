/** 1 for yes, 0 for no. */
export type Flag = 0 | 1;
