/** What was just done, said where it was done, for who looks and for who listens. */
export function Said({ text }: { readonly text: string | undefined }) {
  return (
    <p className="said" role="status">
      {text}
    </p>
  );
}
