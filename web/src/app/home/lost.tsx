import { Link, usePage } from "../context";
import { Logo } from "../chrome";

export function LostPage() {
  const { t } = usePage();
  return (
    <section class="narrow middle">
      <Logo />
      <h1>{t.lostPage.title}</h1>
      <p>{t.lostPage.about}</p>
      <p>
        <Link to={{ page: "home" }} class="button">
          {t.lostPage.home}
        </Link>
      </p>
    </section>
  );
}
