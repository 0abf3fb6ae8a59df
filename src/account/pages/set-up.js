// The link carries the token behind `#`, which browsers never send: it stays out of logs and of the
// Referer header.
const token = location.hash.slice(1);
const byId = (id) => document.getElementById(id);
const form = byId('form');
const problem = byId('problem');
const submit = byId('submit');

if (token === '') {
  show('Open the whole link that the first start of the service printed, with the part behind #.');
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const fault = firstFault();
  if (fault) {
    show(fault.text, fault.input);
    return;
  }
  submit.setAttribute('aria-busy', 'true');
  submit.disabled = true;
  submit.textContent = 'Creating…';
  try {
    await send();
  } catch {
    show('The service did not answer. Check that it is running, then try again.');
  } finally {
    submit.removeAttribute('aria-busy');
    submit.disabled = false;
    submit.textContent = 'Create account';
  }
});

byId('copy').addEventListener('click', async () => {
  const text = `client_id=${byId('clientId').textContent}\nclient_secret=${byId('clientSecret').textContent}\n`;
  try {
    await navigator.clipboard.writeText(text);
    byId('copied').textContent = 'Copied.';
  } catch {
    byId('copied').textContent = 'The browser refused to copy. Select the text instead.';
  }
});

async function send() {
  const fields = Object.fromEntries(new FormData(form));
  const response = await fetch('/app/v1/set-up', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, ...fields }),
  });
  const body = await response.json();
  if (!response.ok) {
    show(body.detail ?? 'Something went wrong. Try again.', form.elements.namedItem(body.at ?? ''));
    return;
  }
  history.replaceState(null, '', location.pathname);
  form.reset();
  byId('clientId').textContent = body.clientId;
  byId('clientSecret').textContent = body.clientSecret;
  byId('curl').textContent =
    `curl ${location.origin}/connect/token -d grant_type=client_credentials -d scope=public_api ` +
    `-d client_id=${body.clientId} -d client_secret=${body.clientSecret}`;
  byId('start').hidden = true;
  byId('done').hidden = false;
  byId('doneTitle').focus();
}

function firstFault() {
  for (const input of form.querySelectorAll('input')) {
    input.removeAttribute('aria-invalid');
    const name = form.querySelector(`label[for="${input.id}"]`).textContent;
    if (input.value.trim() === '') return { text: `${name}: please fill this in.`, input };
    if ([...input.value].length < input.minLength) {
      return { text: `${name}: at least ${input.minLength} characters, please.`, input };
    }
  }
  return undefined;
}

function show(text, input) {
  problem.textContent = text;
  problem.hidden = false;
  if (input instanceof HTMLElement) {
    input.setAttribute('aria-invalid', 'true');
    input.focus();
  } else {
    problem.focus();
  }
}
