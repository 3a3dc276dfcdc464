"""The texts that `better_estimate` is judged on: one of each kind that agents meet, none of them shown in a notebook.

All were written or computed for this course; `exact_counts` says what each costs in o200k.
"""

import base64
import hashlib
import json
import uuid
from functools import cache
from importlib.resources import files

COUNTS = "exact_counts.json"  # written by autograder.authoring.exact_counts
PAGES = (1, 2, 4, 8)  # how often a text is repeated, in turn: no constant is near small and large ones alike


def digest(seed: str, length: int) -> bytes:
    """Return bytes without a pattern, the same ones for the same seed."""
    return hashlib.shake_256(seed.encode()).digest(length)


ENGLISH = """\
The night train was late again, so the two engineers sat on a cold bench and went through the incident once more.
Nobody had changed the code that week. What had changed was the weather: a warm evening, more riders than usual, and
a queue that grew a little faster than the workers could empty it. By nine o'clock the oldest ticket in the queue was
forty minutes old, and a rule that nobody remembered began to throw tickets away. "It did what we asked," she said,
"only we asked for it three years ago, and about something else." He wrote that down, because it was true of most
of the failures they had seen together.
"""

CHINESE = """\
老城区的图书馆打算在冬天之前搬到河对岸的新楼。馆长说，最难搬的不是书，而是几十年来读者写在卡片上的批注：
有人纠正地名，有人补充传说，还有一位医生连续二十年记录每本药书里的错误。志愿者们把卡片按年代分装，
每一箱都贴上编号和照片，以免到了新馆之后找不到原来的位置。搬迁持续了整整十九天，雨下了十一天，
却没有一张卡片被打湿。开馆那天早上，第一位走进来的正是那位医生，他手里拿着一张新写的卡片，
说昨天夜里又发现了一处印错的剂量，请管理员务必尽快放回去。
"""

TRADITIONAL = """\
港口的燈塔已經一百二十年沒有熄過。守塔人每天傍晚爬上一百六十三級樓梯，檢查鏡片、電池與風向，
然後在厚厚的簿子裡寫下當天的天氣與經過的船名。去年夏天，工程師替燈塔裝上了新的感測器，
從此資料會自動傳到市區的辦公室，簿子卻沒有因此停下來。守塔人說，機器記得風速，
卻不會記得哪一艘船在霧裡鳴了三聲笛，也不會記得那聲音聽起來像是在道謝。
"""

JAPANESE = """\
商店街のはずれにある古い時計店では、毎朝いちばんに店主が柱時計のねじを巻く。直してほしいと持ち込まれるものは、
時計とはかぎらない。止まったオルゴール、音の出ないラジオ、ふたの閉まらないお弁当箱まで、なんでも机の上に並ぶ。
「動かない理由は、たいてい小さなごみがひとつだけですよ」と店主は笑う。けれども、そのひとつを見つけるまでに、
三日かかることもあれば、ひと月かかることもある。急がない人だけが、ここのお客さんになれるのだそうだ。
"""

KATAKANA = """\
スマートフォン、タブレット、ノートパソコン、プリンター、スキャナー、ルーター、ケーブル、アダプター、マイク、スピーカー、
ヘッドホン、キーボード、マウス、モニター、プロジェクター、メモリーカード、バッテリー、チャージャー、カメラ、レンズ、
フィルター、ストラップ、ケース、スタンド、ホルダー、リモコン、センサー、スイッチ、コントローラー、ゲームソフト、
クーポン、ポイントカード、キャンペーン、メールマガジン、カスタマーサポート、クレジットカード、ショッピングカート
"""

KOREAN = """\
산 아래 작은 빵집은 새벽 네 시에 불을 켠다. 주인은 밤새 부풀어 오른 반죽을 조심스럽게 나누어 판 위에 올리고,
첫 번째 빵이 구워지는 동안 가게 앞 눈을 쓴다. 단골손님 대부분은 첫차를 타는 기사들과 병원에서 밤을 새운 간호사들이다.
그들은 말없이 같은 빵을 고르고, 주인은 말없이 따뜻한 우유를 한 잔씩 건넨다. 어느 겨울 아침에는 길이 얼어 아무도 오지
못했는데, 주인은 구운 빵을 모두 수레에 싣고 정류장까지 걸어가 기다리던 사람들에게 나누어 주었다.
"""

RUSSIAN = """\
Старый мост через реку закрыли на ремонт ещё весной, и жители левого берега привыкли ходить в город по льду, а потом
на лодке. Паромщик вёл расписание мелом на доске, но каждый вечер дождь смывал половину строк. Тогда школьники
придумали вешать на мачту флаги: синий значит, что лодка уйдёт через четверть часа, жёлтый — что надо подождать,
а красный — что сегодня переправы больше не будет. К осени мост открыли, но флаги остались: по ним теперь узнают погоду.
"""

GERMAN = """\
In der Werkstatt am Kanal werden seit drei Generationen Segelboote repariert. Die Meisterin prüft jede Planke mit dem
Fingerknöchel, bevor sie zum Messgerät greift, und behält meistens recht. Ihre Lehrlinge müssen im ersten Jahr vor
allem zuhören: Gesundes Holz klingt hell, feuchtes dumpf, und eine verborgene Rissstelle verrät sich durch ein kurzes
Schnarren. Erst danach lernen sie Rechnungsstellung, Lagerverwaltung und die Zollbestimmungen für Ersatzteile.
"""

ARABIC = """\
في السوق القديم دكان صغير يبيع الورق والحبر منذ زمن بعيد. يأتي إليه الطلاب قبل الامتحانات، ويأتي إليه الخطاطون في
بداية كل شهر ليختاروا أقلام القصب واحدا واحدا. يقول صاحب الدكان إن القلم الجيد لا يعرف من شكله بل من صوته على الورق.
وعندما سأله زائر عن سر بقائه مفتوحا رغم قلة الزبائن، ابتسم وقال إن الكتابة لا تحتاج إلى زحام، بل إلى صبر وضوء هادئ.
"""

HINDI = """\
गाँव के तालाब के किनारे एक पुराना डाकघर है जहाँ हर सुबह साइकिल पर चिट्ठियाँ आती हैं। डाकिया सबके नाम जानता है और रास्ते में
बच्चों को नई टिकटें दिखाता है। पिछले साल बाढ़ में पुल टूट गया, तो वह नाव से चिट्ठियाँ पहुँचाने लगा। लोगों ने कहा कि अब फोन से
काम चल जाएगा, पर उसने उत्तर दिया कि जिस चिट्ठी को हाथ से लिखा गया है, उसे हाथ से ही पहुँचना चाहिए।
"""

THAI = """\
ร้านซ่อมจักรยานเล็ก ๆ ตรงมุมถนนเปิดตั้งแต่เช้ามืดทุกวัน เจ้าของร้านเคยเป็นนักแข่งมาก่อน จึงฟังเสียงโซ่แล้วรู้ทันทีว่าต้องแก้ตรงไหน
เด็กนักเรียนมักแวะมาเติมลมก่อนไปโรงเรียน ส่วนคนส่งของจะฝากรถไว้ตอนกลางคืนแล้วมารับในวันรุ่งขึ้น ปีที่แล้วน้ำท่วมจนถึงเข่า
เขาแขวนจักรยานทุกคันไว้บนเพดาน ไม่มีคันไหนเสียหายเลยแม้แต่คันเดียว
"""

SPANISH = """\
En la plaza del mercado hay una fuente que lleva seca más de treinta años. Los niños la usan de portería, los turistas
de asiento y las palomas de ayuntamiento. Cuando el nuevo alcalde quiso quitarla para aparcar doce coches, los vecinos
colgaron en ella pequeños papeles con recuerdos: un primer beso, una despedida, la noche del apagón. Al final
aparcaron los coches en otra parte, y alguien, nadie sabe quién, volvió a abrir el agua una mañana de junio.
"""

FRENCH = """\
Le boulanger du quai ne vend plus de croissants le lundi : ce jour-là, il apprend à lire aux marins de passage. Il a
commencé avec un seul élève, un mécanicien qui voulait écrire à sa fille, et la pièce du fond est aujourd'hui trop
petite. On y déchiffre des modes d'emploi, des lettres d'amour, des contrats qu'il vaut mieux comprendre avant de les
signer. Quand on lui demande pourquoi, il répond qu'une pâte qui repose et une phrase qu'on relit, c'est pareil.
"""

GREEK = """\
Στο νησί υπάρχει ένα μικρό εργαστήριο που φτιάχνει ακόμη βάρκες με τα χέρια. Ο μάστορας διαλέγει τα ξύλα τον χειμώνα,
όταν φυσάει βοριάς, και τα αφήνει να ξεκουραστούν ως το Πάσχα. Λέει πως κάθε βάρκα έχει τη δική της φωνή και πως
όποιος βιάζεται δεν την ακούει. Το καλοκαίρι τα παιδιά του χωριού μαζεύονται γύρω του και μαθαίνουν να δένουν κόμπους.
"""

VIETNAMESE = """\
Mỗi sáng sớm, bà cụ ở đầu ngõ lại gánh hai thúng xôi ra chợ. Bà nhớ tên từng đứa trẻ đi học qua, nhớ cả đứa nào thích
nhiều hành, đứa nào không ăn được lạc. Có hôm mưa lớn, đường ngập đến đầu gối, bà vẫn ra, vì bà bảo người ta có thể nhịn
cơm trưa chứ không ai nên bắt đầu một ngày dài với cái bụng đói. Bọn trẻ lớn lên, đi xa, rồi về vẫn tìm bà trước tiên.
"""

README = """\
# tidewatch

Small command line tool that warns you **before** the harbour road floods.

## Install

```
pipx install tidewatch
tidewatch setup --station north-pier
```

## How it works

1. Every ten minutes it asks the station for the water level.
2. It keeps the last 48 hours in a local file, so it also works when the station is silent.
3. When the forecast crosses your limit, it sends *one* message, and not again until the level has fallen.

See [the guide](docs/guide.md) for limits, stations and quiet hours. Contributions are welcome; please read
[CONTRIBUTING](CONTRIBUTING.md) first and add a test for anything you change.
"""

YAML = """\
name: nightly
on:
  schedule:
    - cron: "17 3 * * *"
  workflow_dispatch: {}
jobs:
  rebuild:
    runs-on: ubuntu-24.04
    strategy:
      fail-fast: false
      matrix:
        python: ["3.11", "3.12", "3.13"]
        database: [sqlite, postgres]
    steps:
      - uses: actions/checkout@v4
      - name: Install
        run: pip install --require-hashes -r requirements/${{ matrix.database }}.txt
      - name: Test
        run: pytest -q --maxfail=3 tests/
        env:
          DATABASE_URL: ${{ secrets.NIGHTLY_DATABASE_URL }}
"""

C = """\
#include <stdint.h>
#include <stddef.h>

/* Ring buffer of fixed capacity; the writer never waits. */
struct ring { uint8_t *bytes; size_t size, head, tail; };

static inline size_t ring_used(const struct ring *r) {
    return (r->head + r->size - r->tail) % r->size;
}

int ring_put(struct ring *r, uint8_t byte) {
    size_t next = (r->head + 1) % r->size;
    if (next == r->tail)
        return -1; /* full: the caller counts what it lost */
    r->bytes[r->head] = byte;
    r->head = next;
    return 0;
}
"""

RUST = """\
use std::collections::BTreeMap;

#[derive(Debug, Clone, PartialEq)]
pub enum Event { Opened { at: u64 }, Renamed(String), Closed }

pub fn summarize(events: &[Event]) -> Result<BTreeMap<&'static str, usize>, String> {
    let mut counts = BTreeMap::new();
    for event in events {
        let key = match event {
            Event::Opened { at } if *at == 0 => return Err("an event has no time".to_string()),
            Event::Opened { .. } => "opened",
            Event::Renamed(name) if name.is_empty() => "unnamed",
            Event::Renamed(_) => "renamed",
            Event::Closed => "closed",
        };
        *counts.entry(key).or_insert(0) += 1;
    }
    Ok(counts)
}
"""

SHELL = """\
#!/usr/bin/env bash
set -euo pipefail

backup_dir=${1:?usage: backup.sh DIRECTORY}
stamp=$(date -u +%Y-%m-%d)
archive="$HOME/backups/$(basename "$backup_dir")-$stamp.tar.zst"

mkdir -p "$(dirname "$archive")"
if [[ -e "$archive" ]]; then
  echo "there is a backup of today already: $archive" >&2
  exit 0
fi
tar --exclude='node_modules' --exclude='*.tmp' -C "$backup_dir" -cf - . | zstd -q -T0 -o "$archive.part"
mv "$archive.part" "$archive"
find "$HOME/backups" -name '*.tar.zst' -mtime +30 -print -delete
"""

CSS = """\
:root { --ink: #1d2430; --paper: #fbfaf7; --accent: #b4532a; --gap: clamp(0.5rem, 2vw, 1.25rem); }
.board { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: var(--gap); }
.board > .card { padding: var(--gap); border: 1px solid rgb(0 0 0 / 12%); border-radius: 6px; }
.board > .card:hover, .board > .card:focus-within { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9e6df; --paper: #14171c; } }
@media print { .board { display: block; } .card { break-inside: avoid; } }
"""

HISTORY = """\
commit: Ask for the station's name once, not at every start
author: Ines Duarte
    The answer was kept in memory only, so a restart at night asked a question that nobody was there to answer.
commit: Round the water level down in the warning
author: Tomas Lind
    A level of 149.6 was shown as 150, which is the limit, and two people moved their cars for nothing.
commit: Remove the old importer
author: Ines Duarte
    Nothing has called it since March. The file format is described in docs/history.md for whoever finds one.
"""

USAGE = """\
usage: tidewatch [-h] [--station NAME] [--limit CM] [--quiet HH-HH] [--json] {setup,watch,history,forget} ...

Warn before the harbour road floods.

commands:
  setup           choose a station and a limit
  watch           keep running and send warnings
  history         print the levels of the last 48 hours
  forget          remove everything that was stored

options:
  -h, --help      show this text and exit
  --station NAME  use this station instead of the one chosen in setup
  --limit CM      warn at this level, in centimetres above chart datum (default: 150)
  --json          print machine-readable output
"""

PYTHON = '''\
from collections import defaultdict
from pathlib import Path


class Inventory:
    """Keep count of parts, shelf by shelf."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.shelves: dict[str, dict[str, int]] = defaultdict(dict)

    def load(self) -> int:
        lines = 0
        for line in self.path.read_text(encoding="utf-8").splitlines():
            if not line.strip() or line.startswith("#"):
                continue
            shelf, part, amount = line.split(";")
            self.shelves[shelf][part] = self.shelves[shelf].get(part, 0) + int(amount)
            lines += 1
        return lines

    def missing(self, wanted: dict[str, int]) -> dict[str, int]:
        total = defaultdict(int)
        for parts in self.shelves.values():
            for part, amount in parts.items():
                total[part] += amount
        return {part: need - total[part] for part, need in wanted.items() if total[part] < need}
'''

JAVASCRIPT = """\
export async function retry(task, { attempts = 4, base = 250, signal } = {}) {
  let last;
  for (let i = 0; i < attempts; i++) {
    if (signal?.aborted) throw new DOMException("stopped", "AbortError");
    try {
      return await task(i);
    } catch (err) {
      last = err;
      const wait = Math.min(8000, base * 2 ** i) + Math.random() * 100;
      console.warn(`attempt ${i + 1}/${attempts} failed: ${err.message}; next in ${wait | 0}ms`);
      await new Promise((done) => setTimeout(done, wait));
    }
  }
  throw new Error(`gave up after ${attempts} attempts`, { cause: last });
}
"""

SQL = """\
WITH late AS (
  SELECT o.customer_id, COUNT(*) AS late_orders, MAX(o.shipped_at - o.promised_at) AS worst
  FROM orders AS o JOIN carriers AS c ON c.id = o.carrier_id
  WHERE o.shipped_at > o.promised_at AND c.region IN ('north', 'coast')
  GROUP BY o.customer_id HAVING COUNT(*) >= 3
)
UPDATE customers SET credit = credit + 10 * late.late_orders
FROM late WHERE customers.id = late.customer_id AND customers.closed_at IS NULL
RETURNING customers.id, customers.email, credit;
"""

LATEX = r"""
\begin{theorem}\label{thm:window}
Let $f\colon\mathbb{N}\to\mathbb{R}_{\ge 0}$ satisfy $f(n+1)\le\lambda f(n)+c$ with $0<\lambda<1$. Then
\[
  f(n)\le\lambda^{n}f(0)+\frac{c\,(1-\lambda^{n})}{1-\lambda}\quad\text{and}\quad
  \limsup_{n\to\infty}f(n)\le\frac{c}{1-\lambda}.
\]
\end{theorem}
\begin{proof}
By induction, $f(n)\le\lambda^{n}f(0)+c\sum_{k=0}^{n-1}\lambda^{k}$; sum the geometric series. \qed
\end{proof}
"""

HTML = """\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Timetable</title><link rel="stylesheet" href="/s/main.css"></head>
<body class="wide dark"><nav aria-label="Sections"><a href="#north" class="tab on">North</a>
<a href="#south" class="tab">South</a></nav>
<table id="north" data-refresh="30"><thead><tr><th scope="col">Line</th><th scope="col">Leaves</th></tr></thead>
<tbody><tr><td>4</td><td><time datetime="07:12">7:12</time></td></tr>
<tr><td>11</td><td>&mdash;</td></tr></tbody></table>
<script src="/s/app.js" defer></script></body></html>
"""

DIFF = """\
diff --git a/billing/invoice.py b/billing/invoice.py
index 4be01d7..a90c3f2 100644
--- a/billing/invoice.py
+++ b/billing/invoice.py
@@ -58,9 +58,11 @@ def total(lines, country):
     net = sum(line.price * line.amount for line in lines)
-    tax = net * RATES.get(country, 0.19)
-    return round(net + tax, 2)
+    rate = RATES.get(country)
+    if rate is None:
+        raise UnknownCountry(country)
+    return (net * (1 + rate)).quantize(CENT, ROUND_HALF_UP)


 def overdue(invoice, today):
"""

TRACE = """\
Traceback (most recent call last):
  File "/srv/shop/workers/mailer.py", line 118, in run
    self.deliver(job.recipient, job.render())
  File "/srv/shop/workers/mailer.py", line 164, in deliver
    with smtplib.SMTP(self.host, self.port, timeout=20) as server:
  File "/usr/lib/python3.12/smtplib.py", line 255, in __init__
    (code, msg) = self.connect(host, port)
  File "/usr/lib/python3.12/socket.py", line 852, in create_connection
    raise exceptions[0]
ConnectionRefusedError: [Errno 111] Connection refused

During handling of the above exception, another exception occurred:

mailer.errors.DeliveryFailed: order 55120 was not confirmed to the customer (attempt 3 of 3)
"""

ACCESS_LOG = """\
10.20.4.17 - - [14/Oct/2026:06:25:14 +0000] "GET /api/v1/stock/88213 HTTP/1.1" 200 5123 "-" "okhttp/4.12.0" 0.041
10.20.4.93 - - [14/Oct/2026:06:25:14 +0000] "POST /api/v1/orders HTTP/1.1" 201 388 "-" "Mozilla/5.0" 0.207
172.16.9.2 - bot [14/Oct/2026:06:25:15 +0000] "GET /robots.txt HTTP/1.1" 304 0 "-" "curl/8.9.1" 0.002
10.20.7.41 - - [14/Oct/2026:06:25:17 +0000] "PUT /api/v1/carts/70ae1 HTTP/2.0" 409 97 "-" "okhttp/4.12.0" 0.018
10.20.4.17 - - [14/Oct/2026:06:25:19 +0000] "GET /api/v1/stock/88214 HTTP/1.1" 503 0 "-" "okhttp/4.12.0" 10.001
"""

APPLICATION_LOG = """\
2026-10-14T06:25:14.103Z INFO  [pool-2-thread-7] c.s.orders.Intake - accepted order=551204 items=3 total=84.20
2026-10-14T06:25:14.377Z DEBUG [pool-2-thread-7] c.s.stock.Reserve - sku=KX-2231 want=2 have=17 shelf=B14
2026-10-14T06:25:14.512Z WARN  [kafka-consumer-1] c.s.mail.Outbox - lag=1840 partition=3 offset=99120417
2026-10-14T06:25:15.008Z ERROR [pool-2-thread-9] c.s.pay.Gateway - declined code=E51 order=551198 took=4987ms
2026-10-14T06:25:15.009Z INFO  [pool-2-thread-9] c.s.pay.Gateway - retry 1/3 in 800ms order=551198
"""

PACKAGE_LOG = """\
Collecting fastapi==0.115.4 (from -r requirements.txt (line 3))
  Downloading fastapi-0.115.4-py3-none-any.whl.metadata (27 kB)
Collecting uvicorn[standard]<0.33,>=0.30 (from -r requirements.txt (line 4))
  Downloading uvicorn-0.32.0-py3-none-any.whl.metadata (6.6 kB)
Collecting pydantic-core==2.23.4 (from pydantic==2.9.2->-r requirements.txt (line 7))
  Downloading pydantic_core-2.23.4-cp312-cp312-manylinux_2_17_x86_64.manylinux2014_x86_64.whl (2.1 MB)
     ---------------------------------------- 2.1/2.1 MB 18.4 MB/s eta 0:00:00
Installing collected packages: uvloop, httptools, click, h11, anyio, starlette, uvicorn, fastapi
Successfully installed anyio-4.6.2 click-8.1.7 fastapi-0.115.4 h11-0.14.0 starlette-0.41.2 uvicorn-0.32.0
"""

LISTING = """\
total 284
drwxr-xr-x  6 build staff   4096 Oct 14 06:02 .
drwxr-xr-x 11 build staff   4096 Oct 13 22:40 ..
-rw-r--r--  1 build staff    612 Oct  2 11:19 .editorconfig
-rw-r--r--  1 build staff  18811 Oct 14 05:58 CHANGELOG.md
-rwxr-xr-x  1 build staff   2207 Sep 30 17:33 deploy.sh
-rw-r--r--  1 build staff 201954 Oct 14 06:01 package-lock.json
drwxr-xr-x  3 build staff   4096 Oct 11 09:15 public
drwxr-xr-x  9 build staff   4096 Oct 14 05:58 src
-rw-------  1 build staff    148 Aug 21 08:07 .env.local
"""

TABLE = """\
| station | platform | delay (min) | reason            | next check |
| ------- | -------: | ----------: | ----------------- | ---------- |
| Harbour |        2 |          14 | signal fault      | 07:40      |
| Mill    |        5 |           0 |                   | 08:00      |
| Airport |       11 |          31 | wind on the ridge | 07:20      |
| Old Bay |        1 |           6 | door              | 07:30      |
"""

ADDRESSES = """\
https://maps.example.net/tiles/14/8802/5373.pbf?key=pk_test_4Qm8&style=winter&scale=2
https://cdn.example.org/assets/js/vendor.3f9c21d8.min.js#sha384
ftp://mirror.example.edu/pub/linux/releases/40/iso/SHA256SUMS
https://shop.example.com/de/produkte/fahrrad-schlauch-28-zoll?utm_source=mail&utm_campaign=herbst26&ref=a81
git+ssh://git@code.example.io:7999/infra/terraform-modules.git@v3.11.2
https://api.example.dev/v3/users/90017/repos?per_page=100&page=7&sort=updated&direction=desc
"""

EMOJI = (
    "🚲🛶🏔️🌧️ 🥐☕🧈 🎻🥁🎺🪕 🦊🦔🐿️🦉 👩‍🚒👨‍🌾🧑‍🏫 👍🏽🙏🏼 🧯🪜🔩🪛 "
    "🌗🌘🌑 🇫🇮🇧🇷🇰🇪🇳🇿 😴🤒🥶🫠 🧭🗺️⛺ 💾📼📟☎️ 🍇🥝🫐🍋 ♟️🎲🧩 🚦🚧⚓"
)

MIXED = """\
先运行 `make build`，再检查 dist/ 目录；如果报错 ENOENT，多半是 package.json 里的 "main" 字段写错了。
第 3 步：把 API_KEY 写进 .env（不要提交到 git），然后执行 docker compose up -d，等待 30 秒。
参考：README.zh-CN.md 第 120 行，函数 loadConfig(path) 会优先读取 ~/.config/app.toml。
"""

QUOTED = """\
「はい」、「いいえ」。（注）：『第１章』！？【重要】；〈参考〉……《目次》——〔補足〕，“引用”、‘强调’。
１２３，４５６　ＡＢＣ／ＸＹＺ：（甲）、（乙）、（丙）；【一】《二》〈三〉「四」『五』！！？？
"""

TERMINAL = (
    "\x1b[1m\x1b[36m==>\x1b[0m Running tests\n"
    "\x1b[32m✓\x1b[0m parses an empty order \x1b[2m(3 ms)\x1b[0m\n"
    "\x1b[32m✓\x1b[0m keeps cents exact \x1b[2m(1 ms)\x1b[0m\n"
    "\x1b[31m✗\x1b[0m refuses an unknown country \x1b[2m(12 ms)\x1b[0m\n"
    "    \x1b[31mexpected\x1b[39m \x1b[33mUnknownCountry\x1b[39m, got \x1b[33mNone\x1b[39m\n"
    "\x1b[1mTests:\x1b[22m \x1b[31m1 failed\x1b[39m, \x1b[32m2 passed\x1b[39m, 3 total\n"
)


def _json(indent: int | None) -> str:
    stops = [
        {"stop_id": 4400 + 17 * n, "name": name, "lat": 60.1 + 0.0137 * n, "lines": [n, n + 4], "open": n % 2 == 0}
        for n, name in enumerate(("Harbour", "Old Mill", "Airport", "Ridge"), 1)
    ]
    separators = (",", ":") if indent is None else None
    return json.dumps({"version": 3, "next": None, "stops": stops}, indent=indent, separators=separators)


def _numbers() -> str:
    rows = ["minute,wind_ms,gust_ms,temp_c,pressure_hpa"]
    for minute, (a, b, c, d, e) in enumerate(zip(*[iter(digest("weather", 60))] * 5, strict=True)):
        rows.append(f"{1791958800 + 60 * minute},{a / 17:.2f},{b / 9:.2f},{c / 13 - 6:.1f},{980 + d / 6 + e / 999:.2f}")
    return "\n".join(rows)


def _digits() -> str:
    number = str(int.from_bytes(digest("accounts", 150)))
    return "\n".join(number[i : i + 12] for i in range(0, 348, 12))


def _commits() -> str:
    return "\n".join(f"{digest(f'commit {n}', 20).hex()} {digest(f'tree {n}', 32).hex()}" for n in range(5))


def _identifiers() -> str:
    return "\n".join(str(uuid.UUID(bytes=digest(f"order {n}", 16), version=4)) for n in range(14))


TEXTS = {
    "English prose": ENGLISH,
    "Chinese prose": CHINESE,
    "Chinese, traditional": TRADITIONAL,
    "Chinese with commands": MIXED,
    "full-width marks": QUOTED,
    "Japanese prose": JAPANESE,
    "katakana": KATAKANA,
    "Korean prose": KOREAN,
    "Russian prose": RUSSIAN,
    "German prose": GERMAN,
    "Spanish prose": SPANISH,
    "French prose": FRENCH,
    "Greek prose": GREEK,
    "Vietnamese prose": VIETNAMESE,
    "Arabic prose": ARABIC,
    "Hindi prose": HINDI,
    "Thai prose": THAI,
    "emoji": EMOJI,
    "Python": PYTHON,
    "JavaScript": JAVASCRIPT,
    "Rust": RUST,
    "C": C,
    "SQL": SQL,
    "a shell script": SHELL,
    "CSS": CSS,
    "YAML": YAML,
    "a README": README,
    "a commit history": HISTORY,
    "a help text": USAGE,
    "LaTeX": LATEX,
    "HTML": HTML,
    "a diff": DIFF,
    "a stack trace": TRACE,
    "JSON in one line": _json(None),
    "JSON, indented": _json(2),
    "an HTTP log": ACCESS_LOG,
    "an application log": APPLICATION_LOG,
    "a package log": PACKAGE_LOG,
    "a terminal with colours": TERMINAL,
    "a folder listing": LISTING,
    "a Markdown table": TABLE,
    "web addresses": ADDRESSES,
    "numbers as CSV": _numbers(),
    "digits": _digits(),
    "UUIDs": _identifiers(),
    "hex": _commits(),
    "base64": base64.b64encode(digest("picture", 420)).decode(),
}


@cache
def judged_texts() -> dict[str, str]:
    """Return the texts by kind, from one page to eight."""
    return {kind: text * PAGES[i % len(PAGES)] for i, (kind, text) in enumerate(TEXTS.items())}


@cache
def exact_counts() -> dict[str, int]:
    """Return what each text costs in o200k, by kind; written down, for where there is no tokenizer."""
    counts: dict[str, int] = json.loads((files(__package__) / COUNTS).read_text(encoding="utf-8"))
    return counts
