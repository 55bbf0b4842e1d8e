/** Who else has the space or the change request open: those on the same page first. */
import { usePresence } from "../../api/presence.ts";
import { People } from "../../ui/People.tsx";

interface PresentProps {
  readonly space: string;
  readonly number: string | undefined;
  readonly page: string | undefined;
}

export default function Present({ space, number, page }: PresentProps) {
  const people = usePresence({ space, changeRequest: number, page }).map((one) => ({
    user: one.user,
    isHere: page !== undefined && one.page === page,
  }));
  return <People people={people.toSorted((a, b) => Number(b.isHere) - Number(a.isHere))} />;
}
