#!/usr/bin/env python3
"""Random URLs, and what the package surt makes of URLs.

usage: urls.py urls N | urls.py surt <URLS
"""
import random, socket, sys

pieces = """http:// https:// HTTP:// ftp:// www. WWW2. www33 example Example.COM . .. / // a B %41 %25 %2541 % %4 ? & = # x=1 a=2&b= a
sid=0123456789abcdef0123456789abcdef jsessionid=0123456789ABCDEF0123456789abcdef & phpsessid=0123456789abcdef0123456789abcdef
cfid=1&cftoken=2 (s(0123456789abcdef01234567))/ (0123456789abcdef01234567)/ x.aspx :80 :443 :8080 : :x @ user:pw@ [::1] 1.2.3.4 0x7f.1
127.1 010.1.1.1 3232235777 é ü.example 日本 \\ | .org /index.html /./ /../ + ~ ;jsessionid=0123456789abcdef0123456789abcdef
aspsessionidABCDEFGH=ABCDEFGHIJKLMNOPQRSTUVWX mailto: urn:uuid:1 whois:""".split() + [" ", "\t", "\x7f"]


def urls(n):
    r = random.Random(7)
    for _ in range(n):
        print(r.choice(["http://", "https://", "http://www.", "", ""]) + "".join(r.choice(pieces) for _ in range(r.randint(1, 9))))


def surts():
    import surt

    def address(host):  # no names are looked up
        try:
            return host, [], [socket.inet_ntoa(socket.inet_aton(host.decode()))]
        except OSError:
            raise socket.gaierror()

    socket.gethostbyname_ex = address
    for line in sys.stdin:
        url = line.rstrip("\n")
        try:
            print(surt.surt(url))
        except Exception:
            print(url)


if sys.argv[1] == "urls":
    urls(int(sys.argv[2]))
else:
    surts()
